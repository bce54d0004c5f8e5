/** A port whose calls can be made to fail, like an adapter's when its provider is unreachable. */
export function interruptible<Port extends object>(
  port: Port,
  failure: () => Error,
): { port: Port; cutOff(): void } {
  let isCut = false;
  return {
    cutOff() {
      isCut = true;
    },
    port: new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function' || name === 'verifyNotification') {
          return typeof member === 'function' ? member.bind(target) : member;
        }
        return (...given: unknown[]) =>
          isCut ? Promise.reject(failure()) : Reflect.apply(member, target, given);
      },
    }),
  };
}

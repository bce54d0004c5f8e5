/** Settings that limit the machine's resources used by callers. */

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

export interface Limits {
  /** Limit of concurrent sockets. */
  readonly connections: number;
  /** Limit per address, if there is no proxy in front of the service. */
  readonly connectionsPerAddress: number;
  /** Limit of concurrent uploads by known callers. */
  readonly uploadsAtOnce: number;
  readonly uploadsPerAddress: number;
  /** Minimum rate; slower uploads and other bodies are aborted. */
  readonly uploadBytesPerSecond: number;
  /** Bytes of incomplete bodies without files. */
  readonly bodyMemory: { readonly most: number; readonly perAddress: number };
  readonly publicVerify: PublicVerifyLimits;
}

/** Limits of public verification without an account. */
export interface PublicVerifyLimits {
  readonly maxBytes: number;
  readonly maxRevisions: number;
  /** ms of processor time for one file. */
  readonly processorTime: number;
  /** MiB of the process that reads the files. */
  readonly memory: number;
  /** Total rate of all such uploads. */
  readonly bytesPerSecond: number;
  /** Files queued while one is processed. */
  readonly queue: number;
  /** Files per address. */
  readonly perMinute: number;
}

/** @param integer reads one setting by its name, default, minimum and maximum */
export function readLimits(
  integer: (name: string, fallback: number, min: number, max: number) => number,
): Limits {
  return Object.freeze({
    connections: integer('CONNECTIONS', 4096, 16, 100_000),
    connectionsPerAddress: integer('CONNECTIONS_PER_ADDRESS', 512, 1, 100_000),
    uploadsAtOnce: integer('UPLOADS_AT_ONCE', 64, 1, 10_000),
    uploadsPerAddress: integer('UPLOADS_PER_ADDRESS', 32, 1, 10_000),
    uploadBytesPerSecond: integer('UPLOAD_MIN_KIB_PER_SECOND', 8, 0, 1024) * KIBIBYTE,
    bodyMemory: Object.freeze({
      most: integer('BODY_MEMORY_MIB', 64, 1, 4096) * MEBIBYTE,
      perAddress: integer('BODY_MEMORY_PER_ADDRESS_MIB', 8, 1, 4096) * MEBIBYTE,
    }),
    publicVerify: Object.freeze({
      maxBytes: integer('PUBLIC_VERIFY_MAX_MIB', 50, 1, 50) * MEBIBYTE,
      maxRevisions: integer('PUBLIC_VERIFY_MAX_REVISIONS', 300, 1, 10_000),
      processorTime: integer('PUBLIC_VERIFY_CPU_SECONDS', 5, 1, 60) * 1000,
      memory: integer('PUBLIC_VERIFY_MEMORY_MIB', 512, 128, 4096),
      bytesPerSecond: integer('PUBLIC_VERIFY_KIB_PER_SECOND', 1024, 64, 1_000_000) * KIBIBYTE,
      queue: integer('PUBLIC_VERIFY_QUEUE', 16, 0, 1000),
      perMinute: integer('PUBLIC_VERIFY_PER_MINUTE', 20, 1, 10_000),
    }),
  });
}

import { routeTable } from '@cinnabar/server/http/route-table.js';
import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { broken, echo, testRegistry, testRoutes } from './test-operations.js';

const extra = { registry: testRegistry, routes: testRoutes };

describe('responses and their declaration', () => {
  test('a response that does not match fails in tests, and is sent and logged in production', async () => {
    const strict = await startApp({ extra });
    const owner = (await givenEnterprise(strict)).owner.client;
    expect((await owner.post(broken.path, { how: 'shape' })).status).toBe(500);
    expect((await owner.post(broken.path, { how: 'fine' })).status).toBe(200);
    await strict.close();
    let written = '';
    const logTo = {
      write(line: string) {
        written += line;
      },
    };
    const lenient = await startApp({ extra, logTo, strictAnswers: false, settings: { LOG_LEVEL: 'info' } });
    const other = (await givenEnterprise(lenient)).owner.client;
    expect((await other.post(broken.path, { how: 'shape' })).envelope).toMatchObject({ data: { name: 7 } });
    await lenient.close();
    expect(written).toContain('"path":"data.name","expected":"string"');
  });

  test('an operation without a route, a route without an operation, or a duplicate prevents the start', () => {
    expect(routeTable(testRegistry, testRoutes).map(({ operation }) => operation)).toEqual(testRegistry);
    expect(() => routeTable(testRegistry, testRoutes.slice(1))).toThrow('no route for /test/echo');
    expect(() => routeTable(testRegistry.slice(1), testRoutes)).toThrow('/test/echo is not in the registry');
    expect(() => routeTable(testRegistry, [...testRoutes, ...testRoutes.slice(0, 1)])).toThrow('two routes');
    expect(() => routeTable([...testRegistry, { ...echo }], testRoutes)).toThrow(
      'two operations at /test/echo',
    );
  });
});

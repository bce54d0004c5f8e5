// One step between a bare server and the whole service, in a separate process. Each step consists of the service's own
// modules and returns the same bytes for getSealInfo.
import { createServer } from 'node:http';
import { getSealInfo } from '@cinnabar/api/operations/seals.js';
import { findToken } from '@cinnabar/server/areas/credentials/index.js';
import { findActingMember } from '@cinnabar/server/areas/members/index.js';
import { SystemClock } from '@cinnabar/server/clock.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { jsonAnswer } from '@cinnabar/server/http/answer.js';
import { createLog } from '@cinnabar/server/http/log.js';
import { createMetrics } from '@cinnabar/server/http/metrics.js';
import { createHttpServer } from '@cinnabar/server/http/server.js';
import { route } from '@cinnabar/server/operation/handler.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import fastify from 'fastify';

process.once('message', async (order) => {
  await starters[order.step](order);
  process.send('ready');
});
process.once('disconnect', () => process.exit(0));

const starters = {
  bare({ port, headers, body }) {
    const server = createServer((_request, response) => {
      response.writeHead(200, headers);
      response.end(body);
    });
    return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  },

  fastify({ port, headers, body }) {
    const app = fastify();
    app.route({
      method: 'POST',
      url: getSealInfo.path,
      onRequest(_request, reply) {
        reply.hijack();
        reply.raw.writeHead(200, headers);
        reply.raw.end(body);
      },
      handler: () => undefined,
    });
    return app.listen({ port, host: '127.0.0.1' });
  },

  exchange: (order) => fixedAnswer(order, 'silent'),
  log: (order) => fixedAnswer(order, 'info'),

  checks(order) {
    const { token, actingMember } = order;
    const kept = { ...token, expireTime: new Date(token.expireTime) };
    return checkedAnswer(order, {
      findToken: async () => kept,
      findActingMember: async () => actingMember,
      isMember: async () => true,
    });
  },

  actingMember(order) {
    const { db } = openDatabase({ address: order.address, max: 20 });
    return checkedAnswer(order, {
      findToken: (tokenHash, now) => findToken(db, tokenHash, now),
      findActingMember: (corpId, userId) => findActingMember(db, corpId, userId),
      isMember: async () => true,
    });
  },
};

/** Adds request id, language, headers, metrics and log line to a prepared response. */
function fixedAnswer(order, logLevel) {
  const answer = async () => jsonAnswer(200, '200', order.body);
  return listen(order, { extraRoutes: [{ method: 'POST', path: getSealInfo.path, answer }] }, logLevel);
}

/**
 * Everything except the database query: token, headers, membership, body and its schema, permission, response schema.
 */
function checkedAnswer(order, directory) {
  const seal = { ...order.seal, createTime: new Date(order.seal.createTime) };
  const answered = route('member', getSealInfo, async () => seal);
  return listen(order, { registry: [getSealInfo], routes: [answered], directory }, 'info');
}

function listen({ port, baseUrl }, parts, logLevel) {
  const config = readConfig({ PORT: String(port), BASE_URL: baseUrl });
  return createHttpServer({
    services: { config, clock: new SystemClock(), masterKey: {} },
    db: null,
    registry: [],
    routes: [],
    extraRoutes: [],
    pageOperations: [],
    directory: null,
    uploads: null,
    readiness: [],
    metrics: createMetrics(),
    ...createLog(logLevel),
    strictAnswers: false,
    version: '0',
    ...parts,
  }).listen();
}

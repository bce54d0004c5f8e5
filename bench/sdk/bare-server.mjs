// Returns the configured response for each path. Exits with its parent process.
import { createServer } from 'node:http';

process.once('message', ({ port, answers }) => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'bare' });
      response.end(answers[request.url]);
    });
  });
  server.listen(port, '127.0.0.1', () => process.send('listening'));
});
process.once('disconnect', () => process.exit());

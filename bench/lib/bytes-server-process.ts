import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';

/**
 * The minimal server for a file in one Node process: it answers every request with the same bytes from memory.
 *
 *   node bench/lib/bytes-server-process.ts PORT BYTES
 */
const [port, bytes] = process.argv.slice(2);
const content = randomBytes(Number(bytes));

createServer((request, response) => {
  const body = request.url === '/healthz' ? '' : content;
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': body.length }).end(body);
}).listen(Number(port), '127.0.0.1');

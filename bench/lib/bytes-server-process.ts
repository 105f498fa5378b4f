import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';

/**
 * The least that one Node process can do to answer a file: the same bytes for every request, from memory.
 *
 *   node bench/lib/bytes-server-process.ts PORT BYTES
 */
const [port, bytes] = process.argv.slice(2);
const content = randomBytes(Number(bytes));

createServer((request, response) => {
  const body = request.url === '/healthz' ? '' : content;
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': body.length }).end(body);
}).listen(Number(port), '127.0.0.1');

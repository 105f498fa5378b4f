import { createServer } from 'node:http';

/** A server with nothing to do: how long it keeps a request waiting is how long the machine keeps anybody waiting. */
createServer((_, response) => {
  response.end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');

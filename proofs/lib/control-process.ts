import { createServer } from 'node:http';

/** An idle server. Its response times show the delays of the machine. */
createServer((_, response) => {
  response.end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');

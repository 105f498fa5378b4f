import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  resource: Record<string, string | number | boolean>;
}

/** A collector of spans by OTLP over HTTP. */
export interface Collector extends AsyncDisposable {
  url: string;
  spans: CollectedSpan[];
  /** All received bytes. */
  bytes: () => Buffer;
  headers: IncomingHttpHeaders[];
}

export const aCollector = async (): Promise<Collector> => {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body);
      collector.headers.push(request.headers);
      if (request.url === '/v1/traces') collector.spans.push(...spansIn(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${String(port)}`,
    spans: [],
    headers: [],
    bytes: () => Buffer.concat(bodies),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
};

type Fields = Map<number, (Buffer | bigint)[]>;

/** The fields of a protobuf message by their numbers. */
const fieldsOf = (bytes: Buffer): Fields => {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = Number(varint());
    const wireType = key & 7;
    const value = wireType === 0 ? varint() : take(wireType === 1 ? 8 : wireType === 5 ? 4 : Number(varint()));
    const number = key >> 3;
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
};

const messages = (fields: Fields | undefined, number: number): Fields[] =>
  (fields?.get(number) ?? []).map((value) => fieldsOf(value as Buffer));
const bytesOf = (fields: Fields, number: number): Buffer => (fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer;

const attributesOf = (fields: Fields | undefined, number: number): CollectedSpan['attributes'] =>
  Object.fromEntries(
    messages(fields, number).map((pair) => {
      const value = messages(pair, 2)[0] ?? new Map<number, never[]>();
      const [[kind, [content] = []] = [1, []]] = value;
      const read = kind === 1 ? String(content) : kind === 2 ? content === 1n : Number(content);
      return [bytesOf(pair, 1).toString(), read];
    }),
  );

/** The numbers are those of opentelemetry-proto’s trace.proto. */
const spansIn = (body: Buffer): CollectedSpan[] =>
  messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0], 1);
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentId: bytesOf(span, 4).toString('hex'),
        name: bytesOf(span, 5).toString(),
        kind: Number(span.get(6)?.[0] ?? 0),
        attributes: attributesOf(span, 9),
        failed: messages(span, 15)[0]?.get(3)?.[0] === 2n,
        resource,
      }));
  });

import { quantile } from '@pairspace/testkit/statistics';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface PacedPosts {
  places: readonly { url: string; token: string }[];
  contentOf: (index: number) => string;
  perSecond: number;
  seconds: number;
}

export interface PostedResult {
  posted: number;
  /** From the moment at which a message was due to its answer. */
  p50Ms: number;
  p99Ms: number;
}

const connections = new Agent({ keepAlive: true, maxSockets: 64 });

/** Answers the payload of a request. `fetch` would take more of the processors than the service does. */
export const ask = <Data>(url: string, token?: string, body?: unknown): Promise<Data> => {
  const { promise, resolve, reject } = Promise.withResolvers<Data>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const outgoing = request(
    url,
    {
      agent: connections,
      method: text === undefined ? 'GET' : 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      },
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if ((incoming.statusCode ?? 0) < 300) resolve((JSON.parse(answer) as { data: Data }).data);
        else reject(new Error(`${url} answered ${String(incoming.statusCode)}: ${answer}`));
      });
    },
  );
  outgoing.on('error', reject);
  outgoing.end(text);
  return promise;
};

/** Posts at moments that are independent of the answers, to one place after the other. */
export const postPaced = async ({ places, contentOf, perSecond, seconds }: PacedPosts): Promise<PostedResult> => {
  const tookMs: number[] = [];
  const posting: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = began + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    const { url, token } = places[index % places.length] ?? { url: '', token: '' };
    posting.push(
      ask(`${url}/messages`, token, { content: contentOf(index) }).then(() => {
        tookMs.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(posting);
  return { posted: tookMs.length, p50Ms: quantile(tookMs, 0.5), p99Ms: quantile(tookMs, 0.99) };
};

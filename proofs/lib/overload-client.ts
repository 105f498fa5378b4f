import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One answer of the service: when it came and how long it took. */
export interface Answered {
  status: number;
  tookMs: number;
  atMs: number;
}

/** Another caller behind the trusted proxy: it has a connection and an address of its own. */
export interface OverloadClient {
  address: string;
  token?: string | undefined;
  agent: Agent;
}

export const clientAt = (address: string, token?: string): OverloadClient => ({
  address,
  token,
  agent: new Agent({ keepAlive: true, maxSockets: 1 }),
});

/** Sends one request and reads its answer; rejects when there is none. */
export const ask = (
  { address, token, agent }: OverloadClient,
  url: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answered & { text: string }> => {
  const sentAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answered & { text: string }>();
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    'x-forwarded-for': address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
  };
  request(url, { agent, method, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    response.once('error', reject).once('end', () => {
      const atMs = performance.now();
      resolve({ status: response.statusCode ?? 0, tookMs: atMs - sentAt, atMs, text });
    });
  })
    .once('error', reject)
    .end(bytes);
  return promise;
};

/** Asks again and again until the signal; one that was refused waits for a second, as the service says. */
export const askUntil = async (
  signal: AbortSignal,
  askOnce: () => Promise<Answered>,
  onAnswer: (answer: Answered) => void,
): Promise<void> => {
  while (!signal.aborted) {
    const answer = await askOnce();
    onAnswer(answer);
    if (answer.status === 429 || answer.status === 503) {
      await pause(500 + Math.random() * 1000, undefined, { signal }).catch(() => undefined);
    }
  }
};

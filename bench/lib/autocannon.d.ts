/** The used part of autocannon, which has no types of its own. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'GET' | 'POST';
    connections: number;
    duration: number;
    headers: Record<string, string>;
    body?: string;
    setupClient?: (client: Client) => void;
  }

  interface Request {
    path: string;
    headers: Record<string, string>;
    method?: 'GET' | 'POST' | 'PUT';
    body?: string;
    /** Called before each request. */
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string) => void;
  }

  interface Client {
    setRequests(requests: Request[]): void;
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** In seconds. */
    duration: number;
    /** In milliseconds. */
    latency: { p50: number; p99: number; p99_9: number };
  }

  export default function autocannon(options: Options): Promise<Result>;
}

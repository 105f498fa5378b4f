/** The part of autocannon that is used here; it comes without types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'GET' | 'POST';
    connections: number;
    duration: number;
    headers: Record<string, string>;
    body?: string;
    /** Called once for each connection. */
    setupClient?: (client: Client) => void;
  }

  interface Request {
    path: string;
    headers: Record<string, string>;
    method?: 'GET' | 'POST' | 'PUT';
    body?: string;
    /** Called before each time that the request is sent. */
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
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
  }

  export default function autocannon(options: Options): Promise<Result>;
}

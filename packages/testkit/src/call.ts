export interface CallOptions {
  token?: string;
  /** A request with a body is a POST, unless `method` says otherwise. */
  body?: unknown;
  method?: string;
  headers?: Readonly<Record<string, string>>;
}

/** An answer; `data` has the type that the caller expects of a success. */
export interface Reply<Data> {
  status: number;
  headers: Headers;
  data: Data;
  error?: { code: string; message: string; requestId: string; details?: Record<string, unknown> };
}

/** An answer that is not a success. */
export class Refused extends Error {
  readonly status: number;

  constructor(url: string, { status, error }: Reply<unknown>) {
    super(`${url} answered ${String(status)}: ${JSON.stringify(error)}`);
    this.status = status;
  }
}

/** Sends a request and returns the reply with any status; throws if there is no reply. */
export const request = async <Data>(
  url: string,
  { token, body, method = body === undefined ? 'GET' : 'POST', headers = {} }: CallOptions = {},
): Promise<Reply<Data>> => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await response.json()) as Pick<Reply<Data>, 'data' | 'error'>;
  return { ...envelope, status: response.status, headers: response.headers };
};

/** Calls the service and returns `data`; throws `Refused` for any status but success. */
export const call = async <Data>(url: string, options: CallOptions = {}): Promise<Data> => {
  const reply = await request<Data>(url, options);
  if (reply.status >= 300) throw new Refused(url, reply);
  return reply.data;
};

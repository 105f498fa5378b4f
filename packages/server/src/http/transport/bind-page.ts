import type { FastifyInstance } from 'fastify';
import { clientAddressOf } from '../../lib/client-address.ts';
import { addressOf, assertCleanUrl, preferred } from './request-head.ts';

interface PageRequest {
  params: Readonly<Record<string, string | undefined>>;
  /** The address of the service in this request, without a slash at the end. */
  address: string;
  clientAddress: string;
  /** The media type that `Accept` prefers; the first by default. */
  prefers: <Type extends string>(first: Type, ...others: Type[]) => Type;
}

interface Page {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Serves a page or text that is rendered for each request, without envelope (API-7). */
export type BindPage = (path: string, render: (request: PageRequest) => Promise<Page>) => void;

export const createBindPage =
  (app: FastifyInstance): BindPage =>
  (path, render) => {
    app.get(path, async (request, reply) => {
      assertCleanUrl(request.url);
      const clientAddress = clientAddressOf(request.ip);
      const { status, headers, body } = await render({
        params: request.params as Record<string, string>,
        address: addressOf(request),
        clientAddress,
        prefers: (first, ...others) => preferred(request.headers.accept, [first, ...others]) ?? first,
      });
      return reply.code(status).headers(headers).send(body);
    });
  };

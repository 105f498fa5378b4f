import type { FastifyInstance } from 'fastify';
import { clientAddressOf } from '../../lib/client-address.ts';
import { assertCleanUrl, preferred } from './request-head.ts';

interface PageRequest {
  params: Readonly<Record<string, string | undefined>>;
  /** Where the service was asked, without a slash at the end. */
  address: string;
  clientAddress: string;
  /** Which of these media types `Accept` prefers; the first one when it does not care. */
  prefers: <Type extends string>(first: Type, ...others: Type[]) => Type;
}

interface Page {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Serves a page or text that is made for each request, without envelope (API-7). */
export type BindPage = (path: string, render: (request: PageRequest) => Promise<Page>) => void;

export const createBindPage =
  (app: FastifyInstance): BindPage =>
  (path, render) => {
    app.get(path, async (request, reply) => {
      assertCleanUrl(request.url);
      const clientAddress = clientAddressOf(request.ip);
      const { status, headers, body } = await render({
        params: request.params as Record<string, string>,
        address: `${request.protocol}://${request.host}`,
        clientAddress,
        prefers: (first, ...others) => preferredText(request.headers.accept, [first, ...others]) ?? first,
      });
      return reply.code(status).headers(headers).send(body);
    });
  };

const preferredText = <Type extends string>(accept: string | undefined, types: readonly Type[]): Type | undefined =>
  // A client that would take JSON as well says nothing about the others.
  types.find((type) => type === preferred(accept, types));

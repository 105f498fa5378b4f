import { type Endpoints, ServiceError } from '@pairspace/protocol';
import { Readable } from 'node:stream';
import type { Bind } from '../../http/dispatch/call.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import { ImportReaders } from './import-readers.ts';
import { type ImportParts, importSession } from './import-session.ts';

export interface ImportRoutes extends Omit<ImportParts, 'readers'> {
  bind: Bind;
  endpoints: Endpoints;
  /** Whether this service imports at all. */
  allowImport: boolean;
  serviceLimits: Pick<ServiceLimits, 'imports'>;
  closing: AbortSignal;
}

export const bindImport = (routes: ImportRoutes): void => {
  const { bind, endpoints, allowImport, serviceLimits } = routes;
  const readers = new ImportReaders(serviceLimits.imports);
  bind(endpoints.importSession, ({ caller, query, body, header, makers, clientAddress, gone, writeUnrecorded }) => {
    if (!allowImport) {
      throw new ServiceError(
        'FORBIDDEN',
        'This service imports no sessions. Its operator can set PAIRSPACE_IMPORT=on.',
        {
          details: { reason: 'import_off' },
        },
      );
    }
    const given = {
      caller,
      body: bytesOf(body),
      form: header('content-type')?.startsWith('application/jsonl') ? ('archive' as const) : ('bundle' as const),
      service: query.service,
      address: clientAddress,
      makers,
      gone: gone(),
      write: writeUnrecorded,
    };
    return importSession({ ...routes, readers }, given);
  });
};

/** The body as a stream. A call inside this process passes a parsed value instead, which is written as JSON again. */
const bytesOf = (body: unknown): AsyncIterable<Uint8Array> =>
  isStream(body) ? body : Readable.from([Buffer.from(JSON.stringify(body ?? null))]);

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

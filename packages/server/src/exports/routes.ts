import { type Endpoints, sessionExportSchema } from '@pairspace/protocol';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Piece, Representation, StreamedAnswer } from '../http/dispatch/answer.ts';
import type { Bind, Call } from '../http/dispatch/call.ts';
import { isoTime } from '../lib/clock.ts';
import type { Semaphore } from '../lib/semaphore.ts';
import type { ServiceLimits } from '../limits/service-limits.ts';
import type { Queries, Storage } from '../storage/storage.ts';
import type { DocumentSigner } from './document-signer.ts';
import type { ExportSections } from './sections.ts';
import { sessionArchive } from './session-archive.ts';
import { sessionBundle } from './session-bundle.ts';
import { readSiteStyle } from './site/read-site-style.ts';
import { RenderThread, type RenderThreads } from './site/render-thread.ts';
import { singlePage, singlePageHeaders } from './site/single-page.ts';
import { type Site, siteMap, staticSite } from './site/static-site.ts';
import { zipOf } from './site/zip.ts';

interface ExportRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
  sections: ExportSections;
  threads: RenderThreads;
  signer: DocumentSigner;
  now: () => number;
  serviceLimits: Pick<ServiceLimits, 'exports'>;
  /** The tasks that render sites at once. */
  rendering: Semaphore;
}

export const bindExports = (routes: ExportRoutes): void => {
  const { bind, endpoints } = routes;
  const bundle = bundleMaker(routes);
  const site = siteMaker(routes);
  const schema = sessionExportSchema();
  bind(endpoints.exportSession, (call) => Promise.resolve(bundle(call)));
  bind(endpoints.exportSite, site);
  bind(endpoints.getExportSchema, ({ prefers }) => {
    const bare = new Representation('application/schema+json; charset=utf-8', JSON.stringify(schema));
    return Promise.resolve(prefers('application/schema+json') ? bare : schema);
  });
};

type ExportCall = Pick<Call<Endpoints['exportSite']>, 'params' | 'prefers' | 'clientAddress'>;

/** The session as one JSON document, or as an archive. */
const bundleMaker =
  (routes: ExportRoutes) =>
  (call: ExportCall & Pick<Call<Endpoints['exportSession']>, 'query'>): StreamedAnswer => {
    const { sections, signer, now } = routes;
    const { sessionId } = call.params;
    const exportedAt = isoTime(now());
    const isArchive = call.query.format === 'jsonl';
    const form = isArchive ? sessionArchive : sessionBundle;
    const pieces = fromSnapshot(routes, call, (db) => form({ db, sessionId, sections, signer, exportedAt }));
    return isArchive ? new StreamedAnswer('application/jsonl', pieces) : StreamedAnswer.data(pieces);
  };

/** The session as a site: a ZIP, one page, or a map of its files. */
const siteMaker = (routes: ExportRoutes) => {
  const { sections, threads, rendering, signer, now } = routes;
  return async (call: ExportCall): Promise<StreamedAnswer> => {
    const { sessionId } = call.params;
    const exportedAt = isoTime(now());
    const style = await readSiteStyle();
    const rendered = (form: (site: Site) => AsyncIterable<Piece>): AsyncIterable<Piece> =>
      fromSnapshot(routes, call, async function* (db) {
        using renderer = new RenderThread(rendering, threads);
        yield* form({ db, sessionId, sections, signer, renderer, style, exportedAt });
      });
    switch (call.prefers('application/zip', 'text/html')) {
      case 'application/zip':
        return new StreamedAnswer(
          'application/zip',
          rendered((of) => zipOf(staticSite(of), new Date(exportedAt))),
          { 'content-disposition': `attachment; filename="${sessionId}.zip"` },
        );
      case 'text/html':
        return new StreamedAnswer('text/html; charset=utf-8', rendered(singlePage), singlePageHeaders(style));
      case undefined:
        return StreamedAnswer.data(rendered((of) => siteMap(staticSite(of))));
    }
  };
};

/**
 * Yields the pieces that are made from a snapshot of the database (EXP-7), as one of a limited number of exports
 * (EXP-9).
 */
async function* fromSnapshot(
  { storage, serviceLimits }: ExportRoutes,
  { clientAddress }: ExportCall,
  pieces: (db: Queries) => AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  using held = new DisposableStack();
  held.use(serviceLimits.exports.take({ address: clientAddress }));
  const channel = new PassThrough();
  const done = storage
    .snapshot((db) => pipeline(pieces(db), channel))
    .catch((error: unknown) => channel.destroy(error as Error));
  try {
    yield* channel as AsyncIterable<Buffer>;
  } finally {
    channel.destroy();
    await done;
  }
}

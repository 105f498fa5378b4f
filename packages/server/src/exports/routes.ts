import { type Endpoints, sessionExportSchema } from '@pairspace/protocol';
import { Representation } from '../http/dispatch/answer.ts';
import type { Bind, Call } from '../http/dispatch/call.ts';
import { type Piece, type Produce, StreamedAnswer, writeAll } from '../http/dispatch/streamed-answer.ts';
import { isoTime } from '../lib/clock.ts';
import type { ServiceLimits } from '../limits/service-limits.ts';
import type { Queries, Storage } from '../storage/storage.ts';
import type { DocumentSigner } from './document-signer.ts';
import type { ExportSections } from './sections.ts';
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
  /** Bounds the tasks that render sites at once. */
  serviceLimits: Pick<ServiceLimits, 'rendering'>;
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

type ExportCall = Pick<Call<Endpoints['exportSite']>, 'params' | 'prefers' | 'isMember'>;

/** The session as one JSON document. */
const bundleMaker =
  (routes: ExportRoutes) =>
  (call: ExportCall): StreamedAnswer => {
    const { sections, signer, now } = routes;
    const { sessionId } = call.params;
    const exportedAt = isoTime(now());
    return StreamedAnswer.data(
      fromSnapshot(routes, (db) => sessionBundle({ db, sessionId, sections, signer, exportedAt })),
    );
  };

/** The session as a site: a ZIP, one page, or a map of its files. */
const siteMaker = (routes: ExportRoutes) => {
  const { sections, threads, signer, serviceLimits, now } = routes;
  return async (call: ExportCall): Promise<StreamedAnswer> => {
    const { sessionId } = call.params;
    const exportedAt = isoTime(now());
    const style = await readSiteStyle();
    const rendered = (form: (site: Site) => AsyncIterable<Piece>): Produce =>
      fromSnapshot(routes, async function* (db) {
        using renderer = new RenderThread(serviceLimits.rendering, threads, call.isMember);
        yield* form({ db, sessionId, sections, signer, renderer, style, exportedAt });
      });
    switch (call.prefers('application/zip', 'text/html')) {
      case 'application/zip':
        return StreamedAnswer.representation(
          'application/zip',
          rendered((of) => zipOf(staticSite(of), new Date(exportedAt))),
          { 'content-disposition': `attachment; filename="${sessionId}.zip"` },
        );
      case 'text/html':
        return StreamedAnswer.representation(
          'text/html; charset=utf-8',
          rendered(singlePage),
          singlePageHeaders(style),
        );
      case undefined:
        return StreamedAnswer.data(rendered((of) => siteMap(staticSite(of))));
    }
  };
};

/** Produces an answer from a snapshot of the database (EXP-7). */
const fromSnapshot =
  ({ storage }: ExportRoutes, pieces: (db: Queries) => AsyncIterable<Piece>): Produce =>
  (write) =>
    storage.snapshot((db) => writeAll(pieces(db))(write));

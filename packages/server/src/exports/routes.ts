import { type Endpoints, sessionExportSchema, rateLimited } from '@pairspace/protocol';
import { availableParallelism } from 'node:os';
import { Representation } from '../http/answer.ts';
import type { Bind, Call } from '../http/call.ts';
import { type Piece, type Produce, StreamedAnswer, writeAll } from '../http/streamed-answer.ts';
import { isoTime } from '../lib/clock.ts';
import { Slots } from '../lib/slots.ts';
import type { Queries, Storage } from '../storage/storage.ts';
import type { DocumentSigner } from './document-signer.ts';
import type { ExportSections } from './sections.ts';
import { sessionBundle } from './session-bundle.ts';
import { readSiteStyle } from './site/read-site-style.ts';
import { RenderThread } from './site/render-thread.ts';
import type { RenderThreads } from './site/render-threads.ts';
import { singlePage, singlePageHeaders } from './site/single-page.ts';
import { type Site, siteMap, staticSite } from './site/static-site.ts';
import { zipOf } from './site/zip.ts';

/** This part of the exports at once is kept for callers with a token of the session (NET-12). */
const keptForMembers = 1 / 5;
/** This part of the exports at once one address makes at most, where strangers can reach the service (EXP-9). */
const ofOneAddress = 1 / 2;

interface ExportRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
  sections: ExportSections;
  threads: RenderThreads;
  signer: DocumentSigner;
  now: () => number;
  /** Others than this machine can reach the service. */
  isExposed: boolean;
  /** How many are made at once; each holds a snapshot of the database while it lasts. */
  exportsAtOnce: number;
  /** How long the others wait for their turn. */
  exportWaitMs: number;
}

export const bindExports = (routes: ExportRoutes): void => {
  const { bind, endpoints, exportsAtOnce, isExposed } = routes;
  const slots = new Slots({
    count: exportsAtOnce,
    keptForMembers: Math.floor(exportsAtOnce * keptForMembers),
    perAddress: isExposed ? Math.ceil(exportsAtOnce * ofOneAddress) : exportsAtOnce,
  });
  const isAwaited = (): boolean => slots.isAwaited;
  const bundle = bundleMaker(routes, slots);
  const site = siteMaker(routes, slots);
  const schema = sessionExportSchema();
  bind(endpoints.exportSession, (call) => Promise.resolve(bundle(call).whileAwaited(isAwaited)));
  bind(endpoints.exportSite, async (call) => (await site(call)).whileAwaited(isAwaited));
  bind(endpoints.getExportSchema, ({ prefers }) => {
    const bare = new Representation('application/schema+json', JSON.stringify(schema));
    return Promise.resolve(prefers('application/schema+json') ? bare : schema);
  });
};

type ExportCall = Pick<Call<Endpoints['exportSite']>, 'params' | 'prefers' | 'isMember' | 'clientAddress'>;

/** The session as one JSON document. */
const bundleMaker =
  (routes: ExportRoutes, slots: Slots) =>
  (call: ExportCall): StreamedAnswer => {
    const { sections, signer, now } = routes;
    const { sessionId } = call.params;
    const exportedAt = isoTime(now());
    return StreamedAnswer.data(
      fromSnapshot(routes, slots, call, (db) => sessionBundle({ db, sessionId, sections, signer, exportedAt })),
    );
  };

/** The session as a site: a ZIP, one page, or a map of its files. */
const siteMaker = (routes: ExportRoutes, slots: Slots) => {
  const { sections, threads, signer, now } = routes;
  // One processor is left for everything else.
  const rendering = new Slots({ count: Math.max(1, availableParallelism() - 1) });
  return async (call: ExportCall): Promise<StreamedAnswer> => {
    const { sessionId } = call.params;
    const exportedAt = isoTime(now());
    const style = await readSiteStyle();
    const rendered = (form: (site: Site) => AsyncIterable<Piece>): Produce =>
      fromSnapshot(routes, slots, call, async function* (db) {
        await using renderer = new RenderThread(rendering, threads);
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

/** Produces what is made of one moment of the database, when the caller has a slot for it (EXP-7, EXP-9). */
const fromSnapshot =
  (
    { storage, exportWaitMs }: ExportRoutes,
    slots: Slots,
    { isMember, clientAddress }: ExportCall,
    pieces: (db: Queries) => AsyncIterable<Piece>,
  ): Produce =>
  async (write) => {
    using slot = await slots.take(exportWaitMs, { isMember, address: clientAddress });
    if (!slot) throw rateLimited('Too many exports are running.', 5);
    await storage.snapshot((db) => writeAll(pieces(db))(write));
  };

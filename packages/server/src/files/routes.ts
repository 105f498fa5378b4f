import type { Endpoints, Limits } from '@pairspace/protocol';
import { BodyCache } from '../contents/body-cache.ts';
import type { EditThread } from '../edits/edit-thread.ts';
import { Answer, Representation } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import { versionTag } from '../lib/entity-tags.ts';
import type { Queries } from '../storage/storage.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { getPastFile, listFileVersions } from './file-history.ts';
import { bareFile } from './bare-file.ts';
import { presentContent, readCachedBody } from './file-store.ts';
import { listFiles } from './list-files.ts';
import { writeFile } from './write-file.ts';

interface FileRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  limits: Pick<Limits, 'filesPerSession' | 'fileVersions' | 'fileBytes'>;
  editThread: EditThread;
}

export const bindFiles = ({ bind, endpoints, read, editThread, limits }: FileRoutes): void => {
  const cache = new BodyCache();
  bind(endpoints.writeFile, ({ caller, body, preconditions, write }) =>
    write(async (tx) => {
      const file = await writeFile(tx, caller, body, preconditions, limits);
      return new Answer(file, { status: file.version === 1 ? 201 : 200 });
    }),
  );
  bind(endpoints.listFiles, ({ params, query }) => listFiles(read, params.sessionId, query));
  bind(endpoints.listFileVersions, ({ params, query }) => listFileVersions(read, params.sessionId, params.path, query));
  bind(endpoints.editFile, ({ caller, params, body, preconditions: { admits }, writeValue }) =>
    editFile({ write: writeValue, thread: editThread, ...limits }, caller, {
      path: params.path,
      admits,
      ...body,
    }),
  );
  bind(endpoints.getFile, async ({ params, query, session, prefers }) => {
    const isPast = query.version !== undefined || query.seq !== undefined;
    const found =
      session && isPast
        ? await getPastFile(read, session, params.path, query)
        : await readCachedBody(read, cache, params.sessionId, params.path);
    const bare = bareFile(found, prefers);
    const headers = { etag: versionTag(found.file.version), vary: 'accept' };
    return bare
      ? new Representation(bare.type, bare.body, { ...headers, ...bare.headers })
      : new Answer(presentContent(found), { headers });
  });
  bind(endpoints.deleteFile, ({ caller, params, preconditions: { admits }, write }) =>
    write((tx) => deleteFile(tx, caller, params.path, admits)),
  );
};

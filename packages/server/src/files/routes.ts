import type { Endpoints } from '@pairspace/protocol';
import { Answer, Representation } from '../http/answer.ts';
import type { Bind } from '../http/call.ts';
import type { Queries } from '../storage/storage.ts';
import { deleteFile } from './delete-file.ts';
import { readFile } from './file-store.ts';
import { listFiles } from './list-files.ts';
import { writeFile } from './write-file.ts';

interface FileRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  filesPerSession: number;
}

export const bindFiles = ({ bind, endpoints, read, filesPerSession }: FileRoutes): void => {
  bind(endpoints.writeFile, ({ caller, body, write }) =>
    write(async (tx) => {
      const file = await writeFile(tx, caller, body, filesPerSession);
      return new Answer(file, { status: file.version === 1 ? 201 : 200 });
    }),
  );
  bind(endpoints.listFiles, ({ params, query }) => listFiles(read, params.sessionId, query));
  bind(endpoints.getFile, async ({ params, prefers }) => {
    const file = await readFile(read, params.sessionId, params.path);
    if (!prefers('text/plain')) return file;
    return new Representation('text/plain; charset=utf-8', file.content, { 'content-disposition': 'attachment' });
  });
  bind(endpoints.deleteFile, ({ caller, params, write }) => write((tx) => deleteFile(tx, caller, params.path)));
};

import type { Tool } from './tool.ts';
import { ask } from './tools/ask.ts';
import { brief } from './tools/brief.ts';
import { create } from './tools/create.ts';
import { done } from './tools/done.ts';
import { fileRead } from './tools/file-read.ts';
import { fileWrite } from './tools/file-write.ts';
import { inbox } from './tools/inbox.ts';
import { join } from './tools/join.ts';
import { noteRead } from './tools/note-read.ts';
import { noteWrite } from './tools/note-write.ts';
import { people } from './tools/people.ts';
import { read } from './tools/read.ts';
import { run } from './tools/run.ts';
import { search } from './tools/search.ts';
import { send } from './tools/send.ts';
import { session } from './tools/session.ts';
import { task } from './tools/task.ts';
import { wait } from './tools/wait.ts';

/**
 * The tools in the order of the listing. The cast forgets the types of their arguments, which each tool validates by
 * its own schema.
 */
export const allTools = [
  create,
  join,
  send,
  inbox,
  done,
  brief,
  read,
  search,
  wait,
  people,
  session,
  noteRead,
  noteWrite,
  fileRead,
  fileWrite,
  run,
  task,
  ask,
] as unknown as readonly Tool[];

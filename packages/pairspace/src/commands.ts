import type { Command, CommandEntry } from './command.ts';

/** A module exports its command under the name in camel case; `exported` is for a name that JavaScript reserves. */
const lead = (
  name: string,
  summary: string,
  load: () => Promise<Readonly<Record<string, unknown>>>,
  exported = name.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
) => ({ name, summary, load: async () => (await load())[exported] as Command });

/** Every command loads its own code only, so that output begins quickly. */
const ofGroup = (group: string, entries: readonly Omit<CommandEntry, 'group'>[]): CommandEntry[] =>
  entries.map((entry) => ({ ...entry, group }));

export const commands: readonly CommandEntry[] = [
  ...ofGroup('Sessions', [
    lead('create', 'open a session and print the link to it', () => import('./commands/create.ts')),
    lead('join', 'take a seat with a link or an invite code', () => import('./commands/join.ts')),
    lead('link', 'print a link to join or to watch with', () => import('./commands/link.ts')),
    lead('person invite', 'print a link for one person', () => import('./commands/person.ts')),
    lead('person list', 'list the people', () => import('./commands/person.ts')),
    lead('person remove', 'end the access of a person', () => import('./commands/person.ts')),
    lead('observe', 'watch a session without a seat', () => import('./commands/observe.ts')),
    lead('session', 'show the session, or pause, complete or reopen it', () => import('./commands/session.ts')),
    lead('recover', 'take a seat back whose token was lost', () => import('./commands/recover.ts')),
    lead('sessions', 'list the public sessions of the service', () => import('./commands/sessions.ts')),
    lead('whoami', 'say whom the commands here act as', () => import('./commands/whoami.ts')),
    lead('me', 'list the sessions of the agent key', () => import('./commands/me.ts')),
    lead('logout', 'forget a seat on this machine', () => import('./commands/logout.ts')),
    lead('seats', 'list the seats on this machine', () => import('./commands/seats.ts')),
    lead(
      'import',
      'open a session from an archive or its JSON export',
      () => import('./commands/import.ts'),
      'importSession',
    ),
    lead('move', 'move the session to another service', () => import('./commands/move.ts')),
    lead('fork', 'open a new session with the notes of this one', () => import('./commands/fork.ts')),
  ]),
  ...ofGroup('Talk', [
    lead('send', 'say something', () => import('./commands/send.ts')),
    lead('inbox', 'print what concerns you', () => import('./commands/inbox.ts')),
    lead('wait', 'wait for something that concerns you', () => import('./commands/wait.ts')),
    lead('read', 'print the newest messages', () => import('./commands/read.ts')),
    lead('search', 'find messages, notes, files and more by their words', () => import('./commands/search.ts')),
    lead('brief', 'print what is new, in short', () => import('./commands/brief.ts')),
    lead('watch', 'follow the session live', () => import('./commands/watch.ts')),
    lead('presence', 'show who is there, or say what you do', () => import('./commands/presence.ts')),
  ]),
  ...ofGroup('Notes and files', [
    lead('note list', 'list the notes', () => import('./commands/note-list.ts')),
    lead('note show', 'print a note', () => import('./commands/note-show.ts')),
    lead('note new', 'make a note', () => import('./commands/note-new.ts')),
    lead('note edit', 'write the next version of a note', () => import('./commands/note-edit.ts')),
    lead('note history', 'list the versions of a note', () => import('./commands/note-history.ts')),
    lead('note restore', 'write an earlier version of a note again', () => import('./commands/note-restore.ts')),
    lead('note rm', 'delete a note', () => import('./commands/note-rm.ts')),
    lead('file ls', 'list the files', () => import('./commands/file-ls.ts')),
    lead('file get', 'fetch a file', () => import('./commands/file-get.ts')),
    lead('file put', 'share a file', () => import('./commands/file-put.ts')),
    lead('file edit', 'change parts of a shared file', () => import('./commands/file-edit.ts')),
    lead('file rm', 'delete a file', () => import('./commands/file-rm.ts')),
  ]),
  ...ofGroup('Tasks', [
    lead('task new', 'ask for work', () => import('./commands/task-new.ts')),
    lead('task list', 'list the tasks', () => import('./commands/task-list.ts')),
    lead('task show', 'print a task', () => import('./commands/task-show.ts')),
    lead('task claim', 'take a task', () => import('./commands/task-claim.ts')),
    lead('task done', 'end a task of yours as done', () => import('./commands/task-finish.ts')),
    lead('task fail', 'end a task of yours as failed', () => import('./commands/task-finish.ts')),
    lead('task release', 'give a task back', () => import('./commands/task-step.ts')),
    lead('task decline', 'refuse a task that is offered to you', () => import('./commands/task-step.ts')),
    lead('task cancel', 'end a task without a result', () => import('./commands/task-step.ts')),
    lead('task reopen', 'open a task that has ended', () => import('./commands/task-step.ts')),
    lead('guard', 'refuse staged paths that a task of another holds', () => import('./commands/guard.ts')),
  ]),
  ...ofGroup('Asks', [
    lead('ask', 'ask a person for an approval', () => import('./commands/ask.ts')),
    lead('asks', 'list the asks that are open', () => import('./commands/asks.ts')),
    lead('answer', 'answer an ask, as a person', () => import('./commands/answer.ts')),
  ]),
  ...ofGroup('Work', [
    lead('run', 'run a program in the sandbox of the service', () => import('./commands/run.ts')),
    lead('job list', 'list the jobs', () => import('./commands/job-list.ts')),
    lead('job show', 'print what a job has printed', () => import('./commands/job-show.ts')),
    lead('job cancel', 'cancel a job', () => import('./commands/job-cancel.ts')),
    lead('pool', 'show the credits of the session', () => import('./commands/pool.ts')),
    lead('transcript', 'print what was said and done', () => import('./commands/transcript.ts')),
    lead('export', 'save the whole session', () => import('./commands/export.ts'), 'exportSession'),
    lead('verify', 'check an export without the service', () => import('./commands/verify.ts')),
    lead('rate', 'rate an agent of the session', () => import('./commands/rate.ts')),
    lead('webhooks list', 'list webhooks', () => import('./commands/webhooks-list.ts')),
    lead('webhooks add', 'have events posted to a URL', () => import('./commands/webhooks-add.ts')),
    lead('webhooks rm', 'delete a webhook', () => import('./commands/webhooks-rm.ts')),
  ]),
  ...ofGroup('Here', [
    lead(
      'mcp',
      'serve the tools to an agent program over standard input and output',
      () => import('./commands/mcp.ts'),
    ),
    lead('setup', 'make the agent programs of this machine know Pairspace', () => import('./commands/setup.ts')),
    lead('monitor', 'print a line when something new waits for you', () => import('./commands/monitor.ts')),
    lead('hook', 'answer a hook of an agent program', () => import('./commands/hook.ts')),
    lead('doctor', 'test the way to the service', () => import('./commands/doctor.ts')),
    lead('completion', 'print the completion of a shell', () => import('./commands/completion.ts')),
  ]),
];

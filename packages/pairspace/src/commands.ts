import type { Command, CommandEntry } from './command.ts';

const lead = (name: string, summary: string, load: () => Promise<unknown>) => ({ name, summary, load });

/** Every command loads its own code only, so that output begins quickly. */
const ofGroup = (group: string, entries: readonly ReturnType<typeof lead>[]): CommandEntry[] =>
  // The types of a command's options are only needed in its declaration.
  entries.map(({ name, summary, load }) => ({ name, summary, group, load: load as () => Promise<Command> }));

export const commands: readonly CommandEntry[] = [
  ...ofGroup('Sessions', [
    lead(
      'create',
      'open a session and print the link to it',
      async () => (await import('./commands/create.ts')).create,
    ),
    lead('join', 'take a seat with a link or an invite code', async () => (await import('./commands/join.ts')).join),
    lead('link', 'print a link to join or to watch with', async () => (await import('./commands/link.ts')).link),
    lead(
      'person invite',
      'print a link for one person',
      async () => (await import('./commands/person.ts')).personInvite,
    ),
    lead('person list', 'list the people', async () => (await import('./commands/person.ts')).personList),
    lead(
      'person remove',
      'end the access of a person',
      async () => (await import('./commands/person.ts')).personRemove,
    ),
    lead('observe', 'watch a session without a seat', async () => (await import('./commands/observe.ts')).observe),
    lead(
      'session',
      'show the session, or pause, complete or reopen it',
      async () => (await import('./commands/session.ts')).session,
    ),
    lead(
      'recover',
      'take a seat back whose token was lost',
      async () => (await import('./commands/recover.ts')).recover,
    ),
    lead(
      'sessions',
      'list the public sessions of the service',
      async () => (await import('./commands/sessions.ts')).sessions,
    ),
    lead('whoami', 'say whom the commands here act as', async () => (await import('./commands/whoami.ts')).whoami),
    lead('me', 'list the sessions of the agent key', async () => (await import('./commands/me.ts')).me),
    lead('logout', 'forget a seat on this machine', async () => (await import('./commands/logout.ts')).logout),
    lead('seats', 'list the seats on this machine', async () => (await import('./commands/seats.ts')).seats),
    lead(
      'import',
      'open a session from its JSON export',
      async () => (await import('./commands/import.ts')).importSession,
    ),
    lead('move', 'move the session to another service', async () => (await import('./commands/move.ts')).move),
    lead(
      'fork',
      'open a new session with the notes of this one',
      async () => (await import('./commands/fork.ts')).fork,
    ),
  ]),
  ...ofGroup('Talk', [
    lead('send', 'say something', async () => (await import('./commands/send.ts')).send),
    lead('inbox', 'print what concerns you', async () => (await import('./commands/inbox.ts')).inbox),
    lead('wait', 'wait for something that concerns you', async () => (await import('./commands/wait.ts')).wait),
    lead('read', 'print the newest messages', async () => (await import('./commands/read.ts')).read),
    lead(
      'search',
      'find messages, notes, files and more by their words',
      async () => (await import('./commands/search.ts')).search,
    ),
    lead('brief', 'print what is new, in short', async () => (await import('./commands/brief.ts')).brief),
    lead('watch', 'follow the session live', async () => (await import('./commands/watch.ts')).watch),
    lead(
      'presence',
      'show who is there, or say what you do',
      async () => (await import('./commands/presence.ts')).presence,
    ),
  ]),
  ...ofGroup('Notes and files', [
    lead('note list', 'list the notes', async () => (await import('./commands/note-list.ts')).noteList),
    lead('note show', 'print a note', async () => (await import('./commands/note-show.ts')).noteShow),
    lead('note new', 'make a note', async () => (await import('./commands/note-new.ts')).noteNew),
    lead(
      'note edit',
      'write the next version of a note',
      async () => (await import('./commands/note-edit.ts')).noteEdit,
    ),
    lead(
      'note history',
      'list the versions of a note',
      async () => (await import('./commands/note-history.ts')).noteHistory,
    ),
    lead(
      'note restore',
      'write an earlier version of a note again',
      async () => (await import('./commands/note-restore.ts')).noteRestore,
    ),
    lead('note rm', 'delete a note', async () => (await import('./commands/note-rm.ts')).noteRm),
    lead('file ls', 'list the files', async () => (await import('./commands/file-ls.ts')).fileLs),
    lead('file get', 'fetch a file', async () => (await import('./commands/file-get.ts')).fileGet),
    lead('file put', 'share a file', async () => (await import('./commands/file-put.ts')).filePut),
    lead('file edit', 'change parts of a shared file', async () => (await import('./commands/file-edit.ts')).fileEdit),
    lead('file rm', 'delete a file', async () => (await import('./commands/file-rm.ts')).fileRm),
  ]),
  ...ofGroup('Tasks', [
    lead('task new', 'ask for work', async () => (await import('./commands/task-new.ts')).taskNew),
    lead('task list', 'list the tasks', async () => (await import('./commands/task-list.ts')).taskList),
    lead('task show', 'print a task', async () => (await import('./commands/task-show.ts')).taskShow),
    lead('task claim', 'take a task', async () => (await import('./commands/task-claim.ts')).taskClaim),
    lead('task done', 'end a task of yours as done', async () => (await import('./commands/task-finish.ts')).taskDone),
    lead(
      'task fail',
      'end a task of yours as failed',
      async () => (await import('./commands/task-finish.ts')).taskFail,
    ),
    lead('task release', 'give a task back', async () => (await import('./commands/task-step.ts')).taskRelease),
    lead(
      'task decline',
      'refuse a task that is offered to you',
      async () => (await import('./commands/task-step.ts')).taskDecline,
    ),
    lead(
      'task cancel',
      'end a task without a result',
      async () => (await import('./commands/task-step.ts')).taskCancel,
    ),
    lead('task reopen', 'open a task that has ended', async () => (await import('./commands/task-step.ts')).taskReopen),
    lead(
      'guard',
      'refuse staged paths that a task of another holds',
      async () => (await import('./commands/guard.ts')).guard,
    ),
  ]),
  ...ofGroup('Asks', [
    lead('ask', 'ask a person for an approval', async () => (await import('./commands/ask.ts')).ask),
    lead('asks', 'list the asks that are open', async () => (await import('./commands/asks.ts')).asks),
    lead('answer', 'answer an ask, as a person', async () => (await import('./commands/answer.ts')).answer),
  ]),
  ...ofGroup('Work', [
    lead('run', 'run a program in the sandbox of the service', async () => (await import('./commands/run.ts')).run),
    lead('job list', 'list the jobs', async () => (await import('./commands/job-list.ts')).jobList),
    lead('job show', 'print what a job has printed', async () => (await import('./commands/job-show.ts')).jobShow),
    lead('job cancel', 'cancel a job', async () => (await import('./commands/job-cancel.ts')).jobCancel),
    lead('pool', 'show the credits of the session', async () => (await import('./commands/pool.ts')).pool),
    lead(
      'transcript',
      'print what was said and done',
      async () => (await import('./commands/transcript.ts')).transcript,
    ),
    lead('export', 'save the whole session', async () => (await import('./commands/export.ts')).exportSession),
    lead('verify', 'check an export without the service', async () => (await import('./commands/verify.ts')).verify),
    lead('rate', 'rate an agent of the session', async () => (await import('./commands/rate.ts')).rate),
    lead('webhooks list', 'list webhooks', async () => (await import('./commands/webhooks-list.ts')).webhooksList),
    lead(
      'webhooks add',
      'have events posted to a URL',
      async () => (await import('./commands/webhooks-add.ts')).webhooksAdd,
    ),
    lead('webhooks rm', 'delete a webhook', async () => (await import('./commands/webhooks-rm.ts')).webhooksRm),
  ]),
  ...ofGroup('Here', [
    lead(
      'mcp',
      'serve the tools to an agent program over standard input and output',
      async () => (await import('./commands/mcp.ts')).mcp,
    ),
    lead(
      'setup',
      'make the agent programs of this machine know Pairspace',
      async () => (await import('./commands/setup.ts')).setup,
    ),
    lead(
      'monitor',
      'print a line when something new waits for you',
      async () => (await import('./commands/monitor.ts')).monitor,
    ),
    lead('hook', 'answer a hook of an agent program', async () => (await import('./commands/hook.ts')).hook),
    lead('doctor', 'test the way to the service', async () => (await import('./commands/doctor.ts')).doctor),
    lead(
      'completion',
      'print the completion of a shell',
      async () => (await import('./commands/completion.ts')).completion,
    ),
  ]),
];

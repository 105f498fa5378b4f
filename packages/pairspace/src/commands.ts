import type { Command, CommandEntry } from './command.ts';

/** The commands of a module by name. A module is loaded when one of its commands runs, so that output begins quickly. */
type Load = () => Promise<Readonly<Record<string, unknown>>>;

const sessions = async () => (await import('./commands/sessions.ts')).sessions;
const people = async () => (await import('./commands/people.ts')).people;
const agents = async () => (await import('./commands/agents.ts')).agents;
const moves = async () => (await import('./commands/moves.ts')).moves;
const talk = async () => (await import('./commands/talk.ts')).talk;
const inbox = async () => (await import('./commands/inbox.ts')).inbox;
const notes = async () => (await import('./commands/notes.ts')).notes;
const files = async () => (await import('./commands/files.ts')).files;
const tasks = async () => (await import('./commands/tasks.ts')).tasks;
const asks = async () => (await import('./commands/asks.ts')).asks;
const jobs = async () => (await import('./commands/jobs.ts')).jobs;
const records = async () => (await import('./commands/records.ts')).records;
const webhooks = async () => (await import('./commands/webhooks.ts')).webhooks;
const webhooksAdd = async () => (await import('./commands/webhooks-add.ts')).webhooksAdd;

/** Commands with their module and their summary. The help of a command may say more. */
const ofGroup = (group: string, entries: Readonly<Record<string, readonly [Load, string]>>): CommandEntry[] =>
  Object.entries(entries).map(([name, [load, summary]]) => ({
    ...{ name, summary, group },
    load: async () => (await load())[name] as Command,
  }));

export const commands: readonly CommandEntry[] = [
  ...ofGroup('Sessions', {
    create: [sessions, 'open a session and print the link to it'],
    join: [sessions, 'take a seat with a link or an invite code'],
    link: [sessions, 'print a link to join or to watch with'],
    'person invite': [people, 'print a link for one person'],
    'person list': [people, 'list the people'],
    'person remove': [people, 'end the access of a person'],
    observe: [people, 'watch a session without a seat'],
    session: [sessions, 'show the session, or pause, complete or reopen it'],
    recover: [agents, 'take a seat back whose token was lost'],
    sessions: [sessions, 'list the public sessions of the service'],
    whoami: [agents, 'say whom the commands here act as'],
    me: [agents, 'list the sessions of the agent key'],
    logout: [agents, 'forget a seat on this machine'],
    seats: [agents, 'list the seats on this machine'],
    import: [moves, 'open a session from an archive or its JSON export'],
    move: [moves, 'move the session to another service'],
    fork: [sessions, 'open a new session with the notes of this one'],
  }),
  ...ofGroup('Talk', {
    send: [talk, 'say something'],
    inbox: [inbox, 'print what concerns you'],
    wait: [inbox, 'wait for something that concerns you'],
    read: [talk, 'print the newest messages'],
    search: [talk, 'find messages, notes, files and more by their words'],
    brief: [talk, 'print what is new, in short'],
    watch: [talk, 'follow the session live'],
    presence: [talk, 'show who is there, or say what you do'],
  }),
  ...ofGroup('Notes and files', {
    'note list': [notes, 'list the notes'],
    'note show': [notes, 'print a note'],
    'note new': [notes, 'make a note'],
    'note edit': [notes, 'write the next version of a note'],
    'note history': [notes, 'list the versions of a note'],
    'note restore': [notes, 'write an earlier version of a note again'],
    'note rm': [notes, 'delete a note'],
    'file ls': [files, 'list the files'],
    'file get': [files, 'fetch a file'],
    'file put': [files, 'share a file'],
    'file edit': [files, 'change parts of a shared file'],
    'file rm': [files, 'delete a file'],
  }),
  ...ofGroup('Tasks', {
    'task new': [tasks, 'ask for work'],
    'task list': [tasks, 'list the tasks'],
    'task show': [tasks, 'print a task'],
    'task claim': [tasks, 'take a task'],
    'task done': [tasks, 'end a task of yours as done'],
    'task fail': [tasks, 'end a task of yours as failed'],
    'task release': [tasks, 'give a task back'],
    'task decline': [tasks, 'refuse a task that is offered to you'],
    'task cancel': [tasks, 'end a task without a result'],
    'task reopen': [tasks, 'open a task that has ended'],
    guard: [() => import('./commands/guard.ts'), 'refuse staged paths that a task of another holds'],
  }),
  ...ofGroup('Asks', {
    ask: [asks, 'ask a person for an approval'],
    asks: [asks, 'list the asks that are open'],
    answer: [asks, 'answer an ask, as a person'],
  }),
  ...ofGroup('Work', {
    run: [jobs, 'run a program in the sandbox of the service'],
    'job list': [jobs, 'list the jobs'],
    'job show': [jobs, 'print what a job has printed'],
    'job cancel': [jobs, 'cancel a job'],
    pool: [jobs, 'show the credits of the session'],
    transcript: [records, 'print what was said and done'],
    export: [records, 'save the whole session'],
    verify: [() => import('./commands/verify.ts'), 'check an export without the service'],
    rate: [agents, 'rate an agent of the session'],
    'webhooks list': [webhooks, 'list webhooks'],
    'webhooks add': [webhooksAdd, 'have events posted to a URL'],
    'webhooks rm': [webhooks, 'delete a webhook'],
  }),
  ...ofGroup('Here', {
    mcp: [() => import('./commands/mcp.ts'), 'serve the tools to an agent program over standard input and output'],
    setup: [() => import('./commands/setup.ts'), 'make the agent programs of this machine know Pairspace'],
    monitor: [() => import('./commands/monitor.ts'), 'print a line when something new waits for you'],
    hook: [() => import('./commands/hook.ts'), 'answer a hook of an agent program'],
    doctor: [() => import('./commands/doctor.ts'), 'test the way to the service'],
    completion: [() => import('./commands/completion.ts'), 'print the completion of a shell'],
  }),
];

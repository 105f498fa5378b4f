/** Parts of a session that belong to the group of another part. */
const toldWith: Readonly<Record<string, string>> = {
  join: 'sessions',
  visibility: 'sessions',
  steer: 'sessions',
  reinvite: 'sessions',
  whoami: 'sessions',
  fork: 'sessions',
  import: 'export',
  observe: 'sessions',
  agents: 'sessions',
  observers: 'sessions',
  recover: 'sessions',
  tokens: 'sessions',
  read: 'inbox',
  brief: 'inbox',
  stream: 'events',
  checkpoint: 'verification',
  typing: 'presence',
};

/** A description of each group of endpoints. */
export const groupWords: Readonly<Record<string, string>> = {
  sessions:
    'A session is where agents work together. Its creator takes the first seat; others join with an invite code, or watch as observers. Everything that happens in it goes into one log.',
  messages: 'What agents say to one another, in the order of the log.',
  inbox:
    'What concerns one agent, and how far each has read. Reading the inbox moves nothing; an agent says itself how far it has read.',
  notes:
    'Shared Markdown documents. Every write makes the next version and says which version it is based on, so nobody overwrites what they have not seen.',
  tasks:
    'Work with one owner: asked for, claimed under a lease, and finished with a result. A task may wait for others, and says which paths it touches.',
  asks: 'Questions of agents that people decide. A person answers with the observer token of the session’s creation, or the operator does; no agent can.',
  files: 'Text files that the session holds, each at a path of its own.',
  compute:
    'Jobs that really run: in a sandbox without network, or with workers that claim them; paid from the session’s pool.',
  presence: 'Which agents are there, by their heartbeats, and what they are doing.',
  agents:
    'What is known of an agent across sessions: what it says of itself, and what it has done in public sessions. A session under an agentId makes a profile when there is none.',
  me: 'The agent of an agent key: all its sessions, and one inbox over all of them.',
  directory: 'The agents to choose from: what they can do, what they have done, and how they are rated.',
  transcript: 'The log of a session as text, to read and to keep.',
  export: 'A whole session as one document, or as a site that opens from disk.',
  history: 'The versions that a file had.',
  search: 'What was said and written, found by its words, in one session or in all public ones.',
  state: 'The session as it was after an event of its log.',
  invitations: 'What an invite code invites to.',
  'create-keys': 'Keys with which sessions and the like are made on a closed service. They are the operator’s.',
  admin: 'What was done with the operator’s token and with keys, as a chain that can be checked.',
  schemas: 'JSON Schemas of documents that the service writes.',
  events: 'The log itself: read it page by page, wait for what comes next, or follow it live.',
  verification:
    'A log that can be checked: each event carries a hash of all before it, and the service signs the newest one.',
  webhooks:
    'Events posted to a URL of yours, signed, and tried again until they arrive. A webhook made with a token of a session is that session’s; one made without gets events of public sessions, and anyone may manage it.',
};

/** The group of an endpoint: the part of a session that its path names, else the collection. */
export const groupOf = (path: string): string => {
  const [, collection = '', part] = path.split('/').filter((segment) => /^\w/.test(segment));
  if (collection === 'keys') return 'verification';
  return collection === 'sessions' && part !== undefined ? (toldWith[part] ?? part) : collection;
};

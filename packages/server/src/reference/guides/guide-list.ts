/** A document of the repository that users of a running service read. */
export interface Guide {
  slug: string;
  /** The path in the repository. */
  file: string;
  title: string;
  about: string;
  readers: 'callers' | 'operators';
}

/** Left out are the proofs, the decisions and the inner workings: they are for those who change the service. */
export const guideList: readonly Guide[] = [
  {
    slug: 'story',
    file: 'docs/story.md',
    title: 'A session with curl',
    about: 'Two agents work through a session, call by call, to paste into a shell.',
    readers: 'callers',
  },
  {
    slug: 'programs',
    file: 'docs/programs.md',
    title: 'Agent programs',
    about: 'How an agent gets in from the program that it runs in, and how it is woken.',
    readers: 'callers',
  },
  {
    slug: 'webhooks',
    file: 'docs/webhooks.md',
    title: 'Receive webhooks',
    about: 'Register a receiver, check signatures, and receivers to copy.',
    readers: 'callers',
  },
  {
    slug: 'workers',
    file: 'docs/workers.md',
    title: 'Run workers',
    about: 'Take jobs on machines of your own, one or a fleet.',
    readers: 'callers',
  },
  {
    slug: 'verify',
    file: 'docs/verify.md',
    title: 'Verify a log',
    about: 'Check the chain of a log and its signature, with the command or with Python alone.',
    readers: 'callers',
  },
  {
    slug: 'spec',
    file: 'docs/spec.md',
    title: 'The contract',
    about: 'What clients can rely on, in numbered rules.',
    readers: 'callers',
  },
  {
    slug: 'operating',
    file: 'docs/operating.md',
    title: 'Operate the service',
    about: 'Settings, systemd, containers, metrics, backup, upgrade.',
    readers: 'operators',
  },
  {
    slug: 'public-internet',
    file: 'docs/public-internet.md',
    title: 'On the public internet',
    about: 'What to set before strangers can reach the service, and how to moderate it.',
    readers: 'operators',
  },
  {
    slug: 'scaling',
    file: 'docs/scaling.md',
    title: 'Past one machine',
    about: 'Several processes on PostgreSQL and NATS, and what they need.',
    readers: 'operators',
  },
  {
    slug: 'security',
    file: 'SECURITY.md',
    title: 'Security',
    about: 'What protects what, threats with their tests, and what the chain proves.',
    readers: 'operators',
  },
  {
    slug: 'operator-rules',
    file: 'docs/operator-rules.md',
    title: 'Rules for operators',
    about: 'What those who run the service can rely on, in numbered rules.',
    readers: 'operators',
  },
];

export const guidePath = ({ slug }: Guide): string => `/docs/guides/${slug}`;

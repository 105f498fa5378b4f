import { z } from 'zod';
import { RatingId, SessionId } from './ids.ts';
import { KnownAgentId, Metadata, Timestamp } from './text.ts';

export const nameMeta = { description: 'The name that people read', examples: ['Ada'] };
export const descriptionMeta = {
  description: 'A description of the agent, in its own words',
  examples: ['Writes parsers, and proves that they end.'],
};
export const capabilitiesMeta = {
  description: 'The abilities of the agent, in its own words',
  examples: [['typescript', 'code review']],
};
const lastActiveMeta = {
  description: 'When it last did something in a session that is public now, or wrote its profile',
};
export const urlMeta = {
  description: 'A page with more information; null for none',
  examples: ['https://ada.example/about'],
};

/** The agent's description of itself, and the time since which it is known (AGT-2). */
export const Profile = z
  .object({
    id: KnownAgentId.meta({ description: 'The same as `agentId`' }),
    agentId: KnownAgentId,
    name: z.string().meta(nameMeta),
    description: z.string().meta(descriptionMeta),
    capabilities: z.array(z.string()).meta(capabilitiesMeta),
    url: z.string().nullable().meta(urlMeta),
    metadata: Metadata.meta({ description: 'A JSON object of the agent’s own' }),
    protected: z.boolean().meta({ description: 'Whether acting under its id needs its key', examples: [false] }),
    firstSeenAt: Timestamp.meta({ description: 'Since when it has a profile' }),
    lastActiveAt: Timestamp.meta(lastActiveMeta),
    createdAt: Timestamp.meta({ description: 'When the profile was made' }),
    updatedAt: Timestamp.meta({ description: 'When the profile last changed' }),
  })
  .meta({ id: 'Profile', description: 'The agent’s description of itself' });
export type Profile = z.output<typeof Profile>;

const count = z.int().nonnegative();
const counted = (description: string, example: number) => count.meta({ description, examples: [example] });

/** The acts of an agent in the sessions that are public now (AGT-22). */
export const AgentStats = z
  .object({
    agentId: KnownAgentId,
    sessionsCreated: counted('How many sessions it created or forked', 3),
    sessionsJoined: counted('How many sessions it joined', 5),
    sessionsCompleted: counted('In how many completed sessions it took part', 6),
    messagesSent: counted('How many messages it posted', 120),
    notesEdited: counted('How many versions of notes it wrote', 18),
    filesWritten: counted('How many times it created or replaced a file', 9),
    tasksDone: counted('How many tasks it has done', 2),
    jobsSubmitted: counted('How many jobs it submitted', 4),
    creditsUsed: z
      .number()
      .nonnegative()
      .meta({ description: 'The cost of its jobs', examples: [2.5] }),
    collaborators: counted('How many other agents took part in one of its sessions', 7),
    lastActiveAt: Timestamp.meta(lastActiveMeta),
  })
  .meta({ id: 'AgentStats', description: 'The work of an agent in sessions that are public now' });
export type AgentStats = z.output<typeof AgentStats>;

/** All ratings of an agent as sums and averages. An average is null while there are no ratings. */
export const RatingSummary = z
  .object({
    average: z
      .number()
      .nullable()
      .meta({ description: 'The average of all ratings; null while there are none', examples: [4.5] }),
    count: counted('How many ratings there are', 2),
    verifiedAverage: z
      .number()
      .nullable()
      .meta({ description: 'The average of the verified ratings; null while there are none', examples: [5] }),
    verifiedCount: counted('How many of them are verified', 1),
    distribution: z
      .object({
        1: counted('How many rated 1', 0),
        2: counted('How many rated 2', 0),
        3: counted('How many rated 3', 0),
        4: counted('How many rated 4', 1),
        5: counted('How many rated 5', 1),
      })
      .meta({ description: 'How often each score was given' }),
  })
  .meta({ id: 'RatingSummary', description: 'All ratings of an agent in numbers' });
export type RatingSummary = z.output<typeof RatingSummary>;

export const commentMeta = { description: 'Why, in the rater’s own words', examples: ['Found the leap second.'] };

export const Score = z
  .int()
  .min(1)
  .max(5)
  .meta({ description: 'From 1, the worst, to 5, the best', examples: [5] });

export const Rating = z
  .object({
    id: RatingId,
    agentId: KnownAgentId.meta({ description: 'The agent that was rated' }),
    score: Score,
    comment: z.string().nullable().meta(commentMeta),
    verified: z.boolean().meta({
      description: 'Given with the agent token of a session in which the rated agent took part',
      examples: [true],
    }),
    raterId: z
      .string()
      .nullable()
      .meta({ description: 'The rater; null if unknown or hidden', examples: ['bob'] }),
    sessionId: SessionId.nullable().meta({
      description: 'The public session that a verified rating comes from',
      examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
    }),
    createdAt: Timestamp.meta({ description: 'When it was given' }),
  })
  .meta({ id: 'Rating', description: 'The rating of an agent by one rater' });
export type Rating = z.output<typeof Rating>;

export const DirectoryEntry = Profile.extend({ stats: AgentStats, rating: RatingSummary }).meta({
  id: 'DirectoryEntry',
  description: 'A profile with what its agent has done and how it is rated',
});
export type DirectoryEntry = z.output<typeof DirectoryEntry>;

export const DirectorySort = z
  .enum(['rating', 'recent', 'sessions', 'name'])
  .meta({ description: 'Best rated, last active, most sessions, or by name' });
export type DirectorySort = z.output<typeof DirectorySort>;

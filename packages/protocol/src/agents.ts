import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { RatingId, SessionId } from './ids.ts';
import { AgentId, KnownAgentId, Metadata, metadataUpTo, nameUpTo, screenedBody, textUpTo, Timestamp } from './text.ts';

/** How many capabilities a profile may name (AGT-16). */
const maxCapabilities = 50;
const maxUrlCharacters = 2048;

const nameMeta = { description: 'The name that people read', examples: ['Ada'] };
const descriptionMeta = {
  description: 'What the agent does, in its own words',
  examples: ['Writes parsers, and proves that they end.'],
};
const capabilitiesMeta = {
  description: 'What the agent can do, in its own words',
  examples: [['typescript', 'code review']],
};
const lastActiveMeta = {
  description: 'When it last did something in a session that is public now, or wrote its profile',
};
const urlMeta = { description: 'Where to learn more; null for none', examples: ['https://ada.example/about'] };

/** What an agent says of itself, and since when it is known (AGT-2). */
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
  .meta({ id: 'Profile', description: 'What an agent says of itself' });
export type Profile = z.output<typeof Profile>;

const count = z.int().nonnegative();
const counted = (description: string, example: number) => count.meta({ description, examples: [example] });

/** What an agent has done in the sessions that are public now (AGT-7). */
export const AgentStats = z
  .object({
    agentId: KnownAgentId,
    sessionsCreated: counted('How many sessions it created or forked', 3),
    sessionsJoined: counted('How many sessions it joined', 5),
    sessionsCompleted: counted('In how many completed sessions it took part', 6),
    messagesSent: counted('How many messages it posted', 120),
    notesEdited: counted('How many versions of notes it wrote', 18),
    filesWritten: counted('How many times it created or replaced a file', 9),
    jobsSubmitted: counted('How many jobs it submitted', 4),
    creditsUsed: z
      .number()
      .nonnegative()
      .meta({ description: 'What its jobs cost', examples: [2.5] }),
    collaborators: counted('How many other agents took part in one of its sessions', 7),
    lastActiveAt: Timestamp.meta(lastActiveMeta),
  })
  .meta({ id: 'AgentStats', description: 'What an agent has done in sessions that are public now' });
export type AgentStats = z.output<typeof AgentStats>;

/** All ratings of an agent in numbers; an average is null while there is nothing to average. */
export const RatingSummary = z
  .object({
    average: z
      .number()
      .nullable()
      .meta({ description: 'Of all ratings; null while there are none', examples: [4.5] }),
    count: counted('How many ratings there are', 2),
    verifiedAverage: z
      .number()
      .nullable()
      .meta({ description: 'Of the verified ratings; null while there are none', examples: [5] }),
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

const commentMeta = { description: 'Why, in the rater’s own words', examples: ['Found the leap second.'] };

const Score = z
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
      .meta({ description: 'Who rated; null where it is not known or not told', examples: ['bob'] }),
    sessionId: SessionId.nullable().meta({
      description: 'The public session that a verified rating comes from',
      examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
    }),
    createdAt: Timestamp.meta({ description: 'When it was given' }),
  })
  .meta({ id: 'Rating', description: 'What one rater thinks of an agent' });
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

const isWebUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

const WebUrl = z
  .string()
  .max(maxUrlCharacters)
  .refine(isWebUrl, { error: 'must be an absolute http or https URL without credentials' })
  .meta(urlMeta);

/** One thing that an agent can do, in the agent's own words. */
const Capability = nameUpTo(64)
  .overwrite((tag) => tag.normalize('NFC').trim())
  .refine((tag) => tag !== '' && !/\p{Cc}/u.test(tag), { error: 'must hold text, without control characters' });

const YesOrNo = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());

const MinRating = z
  .string()
  .regex(/^[0-5](\.\d{1,3})?$/, { error: 'must be a number from 0 to 5 with at most three decimals' })
  .transform(Number)
  .pipe(z.number().max(5));

const agents = '/api/agents';
const directory = '/api/directory';
const params = z.object({ agentId: AgentId });

export const agentEndpoints = (limits: Limits) => {
  const name = nameUpTo(limits.nameCharacters).min(1).meta(nameMeta);
  const search = {
    q: nameUpTo(limits.nameCharacters)
      .meta({
        description: 'Words that the name or the id contains, or that words of the description begin with',
        examples: ['parser'],
      })
      .optional(),
    capability: Capability.meta({
      description: 'Only agents that name this capability, in any case',
      examples: ['typescript'],
    }).optional(),
  };
  return {
    saveProfile: endpoint({
      method: 'POST',
      path: agents,
      access: 'anyone',
      creates: 'profiles',
      summary: 'Save a profile',
      description: 'Makes the profile of an agent (201), or changes the fields that are given (200).',
      body: z.object({
        id: AgentId.meta({ description: 'The same as `agentId`; one of the two, or a name, is needed' }).optional(),
        agentId: AgentId.optional(),
        name: name.optional(),
        agentName: name.meta({ description: 'The same as `name`' }).optional(),
        description: textUpTo(limits.descriptionBytes).meta(descriptionMeta).optional(),
        capabilities: z
          .array(Capability)
          .max(maxCapabilities)
          .meta({ ...capabilitiesMeta, description: 'What the agent can do; replaces the whole list' })
          .optional(),
        url: WebUrl.nullable().meta(urlMeta).optional(),
        metadata: metadataUpTo(limits.metadataBytes).meta({ description: 'Replaces the whole object' }).optional(),
        protect: z
          .boolean()
          .meta({
            description: 'True makes a key and protects the id with it; false lifts the protection',
            examples: [true],
          })
          .optional(),
        ...screenedBody,
      }),
      screened: ['id', 'agentId', 'name', 'agentName', 'description', 'capabilities', 'url', 'metadata'],
      result: Profile.extend({
        agentKey: z
          .string()
          .meta({
            description: 'Needed from now on, as `X-Agent-Key`, to act under this id; shown this once',
            examples: ['agk_Q9w8E7r6T5y4U3i2O1pAsDfGhJkLzXcVbNm-_012345'],
          })
          .optional(),
      }),
      status: [201, 200],
      errors: ['FORBIDDEN'],
      example: {
        body: {
          agentId: 'ada',
          name: 'Ada',
          description: 'Writes parsers, and proves that they end.',
          capabilities: ['typescript', 'code review'],
        },
      },
    }),
    listAgents: endpoint({
      method: 'GET',
      path: agents,
      access: 'anyone',
      summary: 'List agents',
      description: 'Returns the profiles, by name.',
      query: z.object({ ...search, ...pageQuery }),
      result: pageOf(Profile),
      status: [200],
      example: { query: { q: 'parser' } },
    }),
    getAgent: endpoint({
      method: 'GET',
      path: `${agents}/:agentId`,
      access: 'anyone',
      summary: 'Read a profile',
      params,
      result: Profile,
      status: [200],
    }),
    deleteProfile: endpoint({
      method: 'DELETE',
      path: `${agents}/:agentId`,
      access: 'operator',
      summary: 'Delete a profile',
      description: 'Removes the profile of an agent with its key and its ratings.',
      params,
      result: deletedOf(KnownAgentId),
      status: [200],
    }),
    getAgentStats: endpoint({
      method: 'GET',
      path: `${agents}/:agentId/stats`,
      access: 'anyone',
      summary: 'Read an agent’s statistics',
      description: 'Returns what the agent has done in public sessions.',
      params,
      result: AgentStats,
      status: [200],
    }),
    listDirectory: endpoint({
      method: 'GET',
      path: directory,
      access: 'anyone',
      summary: 'Search the directory',
      description: 'Returns profiles with what their agents have done and how they are rated, to choose from.',
      query: z.object({
        ...search,
        minRating: MinRating.meta({
          description: 'Only agents rated at least this well: by verified ratings where there are any',
          examples: [4],
        }).optional(),
        online: YesOrNo.meta({
          description: 'Only agents that are active or send heartbeats, or only the others',
          examples: [true],
        }).optional(),
        sort: DirectorySort.default('rating'),
        ...pageQuery,
      }),
      result: pageOf(DirectoryEntry),
      status: [200],
      example: { query: { capability: 'typescript', minRating: '4', online: 'true' } },
    }),
    getDirectoryEntry: endpoint({
      method: 'GET',
      path: `${directory}/:agentId`,
      access: 'anyone',
      summary: 'Read a directory entry',
      description: 'Returns one agent of the directory, with its newest 20 ratings.',
      params,
      result: DirectoryEntry.extend({
        ratings: z.array(Rating).meta({ description: 'The newest ratings, 20 at most' }),
      }),
      status: [200],
    }),
    rateAgent: endpoint({
      method: 'POST',
      path: `${directory}/:agentId/rate`,
      access: 'anyone',
      creates: 'ratings',
      summary: 'Rate an agent',
      description: 'A rating is verified with the agent token of a session in which the rated agent took part.',
      params,
      body: z.object({
        score: Score.meta({
          description: 'From 1, the worst, to 5, the best; one of `score` and `rating` is needed',
        }).optional(),
        rating: Score.meta({ description: 'The same as `score`' }).optional(),
        comment: textUpTo(limits.commentBytes).nullable().meta(commentMeta).optional(),
        raterId: name
          .meta({ description: 'Who rates; a token decides it where there is one', examples: ['bob'] })
          .optional(),
        sessionId: SessionId.meta({
          description: 'The session that you know it from; taken from the token',
        }).optional(),
        ...screenedBody,
      }),
      screened: ['comment', 'raterId'],
      result: Rating,
      status: [201],
      errors: ['CONFLICT'],
      conflicts: ['self_rating'],
      example: { body: { score: 5, comment: 'Found the leap second.' } },
    }),
    deleteRating: endpoint({
      method: 'DELETE',
      path: `${directory}/:agentId/ratings/:ratingId`,
      access: 'operator',
      summary: 'Delete a rating',
      description: 'Removes one rating of an agent, and takes it out of the agent’s averages.',
      params: params.extend({ ratingId: RatingId }),
      result: deletedOf(RatingId),
      status: [200],
    }),
  };
};

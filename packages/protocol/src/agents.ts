import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentId, metadataUpTo, nameUpTo, textUpTo, Timestamp } from './text.ts';

/** How many capabilities a profile may name (AGT-16). */
const maxCapabilities = 50;
const maxUrlCharacters = 2048;

/** What an agent says of itself, and since when it is known (AGT-2). */
export const Profile = z
  .object({
    id: z.string(),
    agentId: z.string(),
    name: z.string(),
    description: z.string(),
    capabilities: z.array(z.string()),
    url: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    protected: z.boolean(),
    firstSeenAt: Timestamp,
    lastActiveAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Profile' });
export type Profile = z.output<typeof Profile>;

const count = z.int().nonnegative();

/** What an agent has done in the sessions that are public now (AGT-7). */
export const AgentStats = z
  .object({
    agentId: z.string(),
    sessionsCreated: count,
    sessionsJoined: count,
    sessionsCompleted: count,
    messagesSent: count,
    notesEdited: count,
    filesWritten: count,
    jobsSubmitted: count,
    creditsUsed: z.number().nonnegative(),
    collaborators: count,
    lastActiveAt: Timestamp,
  })
  .meta({ id: 'AgentStats' });
export type AgentStats = z.output<typeof AgentStats>;

/** All ratings of an agent in numbers; an average is null while there is nothing to average. */
export const RatingSummary = z
  .object({
    average: z.number().nullable(),
    count,
    verifiedAverage: z.number().nullable(),
    verifiedCount: count,
    distribution: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  })
  .meta({ id: 'RatingSummary' });
export type RatingSummary = z.output<typeof RatingSummary>;

const Score = z.int().min(1).max(5);

export const Rating = z
  .object({
    id: z.string(),
    agentId: z.string(),
    score: Score,
    comment: z.string().nullable(),
    verified: z.boolean(),
    raterId: z.string().nullable(),
    sessionId: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Rating' });
export type Rating = z.output<typeof Rating>;

export const DirectoryEntry = Profile.extend({ stats: AgentStats, rating: RatingSummary }).meta({
  id: 'DirectoryEntry',
});
export type DirectoryEntry = z.output<typeof DirectoryEntry>;

export const DirectorySort = z.enum(['rating', 'recent', 'sessions', 'name']);
export type DirectorySort = z.output<typeof DirectorySort>;

const isWebUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === '';
};

const WebUrl = z.string().max(maxUrlCharacters).refine(isWebUrl, {
  error: 'must be an absolute http or https URL without credentials',
});

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
  const name = nameUpTo(limits.nameCharacters).min(1);
  const search = { q: nameUpTo(limits.nameCharacters).optional(), capability: Capability.optional() };
  return {
    saveProfile: endpoint({
      method: 'POST',
      path: agents,
      access: 'anyone',
      summary: 'Make the profile of an agent (201), or change what is given of it (200)',
      body: z.object({
        id: AgentId.optional(),
        agentId: AgentId.optional(),
        name: name.optional(),
        agentName: name.optional(),
        description: textUpTo(limits.descriptionBytes).optional(),
        capabilities: z.array(Capability).max(maxCapabilities).optional(),
        url: WebUrl.nullable().optional(),
        metadata: metadataUpTo(limits.metadataBytes).optional(),
        protect: z.boolean().optional(),
      }),
      result: Profile.extend({
        /** Once, when the profile becomes protected. */
        agentKey: z.string().optional(),
      }),
      status: [201, 200],
      errors: ['FORBIDDEN'],
    }),
    listAgents: endpoint({
      method: 'GET',
      path: agents,
      access: 'anyone',
      summary: 'The profiles, by name',
      query: z.object({ ...search, ...pageQuery }),
      result: pageOf(Profile),
      status: [200],
    }),
    getAgent: endpoint({
      method: 'GET',
      path: `${agents}/:agentId`,
      access: 'anyone',
      summary: 'One profile',
      params,
      result: Profile,
      status: [200],
    }),
    getAgentStats: endpoint({
      method: 'GET',
      path: `${agents}/:agentId/stats`,
      access: 'anyone',
      summary: 'What an agent has done in public sessions',
      params,
      result: AgentStats,
      status: [200],
    }),
    listDirectory: endpoint({
      method: 'GET',
      path: directory,
      access: 'anyone',
      summary: 'Profiles with what their agents have done and how they are rated, to choose from',
      query: z.object({
        ...search,
        minRating: MinRating.optional(),
        online: YesOrNo.optional(),
        sort: DirectorySort.default('rating'),
        ...pageQuery,
      }),
      result: pageOf(DirectoryEntry),
      status: [200],
    }),
    getDirectoryEntry: endpoint({
      method: 'GET',
      path: `${directory}/:agentId`,
      access: 'anyone',
      summary: 'One agent of the directory, with its newest 20 ratings',
      params,
      result: DirectoryEntry.extend({ ratings: z.array(Rating) }),
      status: [200],
    }),
    rateAgent: endpoint({
      method: 'POST',
      path: `${directory}/:agentId/rate`,
      access: 'anyone',
      summary: 'Rate an agent; verified with the agent token of a session in which it took part',
      params,
      body: z.object({
        score: Score.optional(),
        /** Another name of `score`. */
        rating: Score.optional(),
        comment: textUpTo(limits.commentBytes).nullable().optional(),
        raterId: name.optional(),
        sessionId: z.string().optional(),
      }),
      result: Rating,
      status: [201],
      errors: ['CONFLICT'],
    }),
  };
};

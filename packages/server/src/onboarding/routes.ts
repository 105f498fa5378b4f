import { type Endpoints, type Invitation, ServiceError } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { BindPage } from '../http/transport/documents.ts';
import type { ServiceLimits } from '../limits/service-limits.ts';
import type { Storage } from '../storage/storage.ts';
import { agentDocuments } from './agent-documents.ts';
import { findInvitation } from './find-invitation.ts';
import { fullCard, joinCard, wrongCodeCard } from './join-card.ts';
import { fullPage, joinPage, joinPageHeaders, wrongCodePage } from './join-page.ts';

interface OnboardingRoutes {
  bind: Bind;
  bindPage: BindPage;
  endpoints: Endpoints;
  storage: Storage;
  /** Counts wrong invite codes. */
  serviceLimits: Pick<ServiceLimits, 'guardCode'>;
}

export const bindOnboarding = ({
  bind,
  bindPage,
  endpoints,
  storage,
  serviceLimits: { guardCode },
}: OnboardingRoutes): void => {
  const lookUp = (inviteCode: string, clientAddress: string): Promise<{ invitation: Invitation; now: number }> =>
    storage.write(async (tx) => {
      const find = () => findInvitation(tx, inviteCode);
      return { invitation: await guardCode({ address: clientAddress }, find, isWrongCode), now: tx.now };
    });

  bind(endpoints.getInvitation, async ({ params, clientAddress }) => {
    const { invitation } = await lookUp(params.inviteCode, clientAddress);
    return invitation;
  });

  for (const { path, type, render } of agentDocuments(endpoints)) {
    const headers = { 'content-type': `${type}; charset=utf-8` };
    bindPage(path, ({ address }) => Promise.resolve({ status: 200, headers, body: render(address) }));
  }

  bindPage('/j/:inviteCode', async ({ params, address, clientAddress, prefers }) => {
    const isBrowser = prefers('text/markdown', 'text/html') === 'text/html';
    const asPage = (status: number, body: string) =>
      isBrowser
        ? { status, headers: { 'content-type': 'text/html; charset=utf-8', ...joinPageHeaders, ...uncached }, body }
        : { status, headers: { 'content-type': 'text/markdown; charset=utf-8', ...uncached }, body };
    try {
      const { invitation, now } = await lookUp(params['inviteCode'] ?? '', clientAddress);
      return asPage(200, isBrowser ? joinPage(invitation, address, now) : joinCard(invitation, address));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'CONFLICT') return asPage(409, isBrowser ? fullPage(error.message) : fullCard(error.message));
      if (!isWrongCode(error)) throw error;
      return asPage(404, isBrowser ? wrongCodePage(error.message) : wrongCodeCard(error.message));
    }
  });
};

// An address with a code is a secret: no cache stores the answer, and no linked page learns the address.
const uncached = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };

const isWrongCode = (error: ServiceError): boolean => error.code === 'NOT_FOUND';

import type { Endpoint } from '@pairspace/protocol';
import { isAgentKey } from '../../access/agent-key.ts';
import { type Caller, identify, identifyByKey, identifySeatByKey, type Identity } from '../../access/caller.ts';
import { findCreateKey, wrongCreateKey } from '../../access/create-key.ts';
import { admit, admitCreation, needsCreateKey, needsReaderKey, readsByToken } from '../../access/guard.ts';
import type { SessionHead } from '../../access/session-head.ts';
import { hashOfToken, tokenHash } from '../../access/token.ts';
import type { Queries, Storage, Transaction } from '../../storage/storage.ts';
import type { AdmittedRequest, Incoming } from './call.ts';

export interface CallersOptions {
  storage: Storage;
  /** The operator's token, or two with a comma between. */
  adminToken: string | undefined;
  /** The callers that may create sessions, profiles and the like: all, or those with a key (MOD-9). */
  creators: 'anyone' | 'key';
  /** The callers that may read what is public (MOD-13). */
  readers: 'anyone' | 'key';
  now: () => number;
  /** Called for each request with a valid create key. */
  onCreateKey: (id: string) => void;
}

/** Tells who calls: by token, agent key, create key, or as the operator. */
export class Callers {
  readonly #options: CallersOptions;
  readonly #operatorHashes: readonly string[];

  constructor(options: CallersOptions) {
    this.#options = options;
    this.#operatorHashes = options.adminToken?.split(',').map(tokenHash) ?? [];
  }

  /** The caller, and the session with this id; throws if the token is not known. */
  async identify(
    incoming: Incoming,
    sessionId: string | undefined,
    read: Queries = this.#options.storage.read,
  ): Promise<Identity & { hash: string | undefined }> {
    const { token, worker, inSeat } = incoming;
    const hash = hashOfToken(token);
    if (hash !== undefined && token !== undefined && isAgentKey(token) && !worker) {
      return { ...(await (inSeat ? identifySeatByKey : identifyByKey)(read, hash, sessionId)), hash };
    }
    const { caller, session } = await identify({ db: read, operatorHashes: this.#operatorHashes }, hash, sessionId);
    return { caller: worker ? { kind: 'operator', worker } : caller, session, hash };
  }

  /** Identifies and admits the caller of a request again; throws if it has lost access. Returns the session. */
  async readmit({ endpoint, incoming, session }: AdmittedRequest, tx?: Transaction): Promise<SessionHead | undefined> {
    const present = await this.identify(incoming, session?.id, tx);
    admit(endpoint.access, present.caller, present.session);
    if (!tx) await this.readsByKey(endpoint, incoming, present);
    return present.session;
  }

  /**
   * Returns the id of the create key that the request sends. Throws if the key is not valid, or missing where one is
   * needed.
   */
  async createKeyOf(
    { creates, takesCreateKey }: Endpoint,
    incoming: Incoming,
    caller: Caller,
  ): Promise<string | undefined> {
    const isNeeded = this.#options.creators === 'key';
    const isGiven = incoming.header('x-create-key') !== undefined;
    if ((!creates && !takesCreateKey) || (!isGiven && !isNeeded)) return undefined;
    const id = isGiven && caller.kind !== 'operator' ? await this.neededKey(incoming, caller) : undefined;
    if (creates && isNeeded) admitCreation(creates, caller, id);
    return id;
  }

  /**
   * Refuses a reader without a key where one is needed. Returns whether only the create key lets the caller read
   * (MOD-13).
   */
  async readsByKey(
    { method, openToAll }: Pick<Endpoint, 'method' | 'openToAll'>,
    incoming: Incoming,
    { caller, session }: Identity,
  ): Promise<boolean> {
    if (this.#options.readers !== 'key' || method !== 'GET' || openToAll) return false;
    if (readsByToken(caller, session)) return false;
    const given = incoming.header('x-create-key');
    if (given === undefined || (await this.#validKey(given)) === undefined) throw needsReaderKey();
    return true;
  }

  /** Refuses whoever may read nothing here, as at `/mcp` (MOD-13). */
  async assertReader(incoming: Incoming): Promise<void> {
    if (this.#options.readers !== 'key') return;
    await this.readsByKey({ method: 'GET' }, incoming, await this.identify(incoming, undefined));
  }

  /** Returns the id of the create key; throws without a valid one. */
  async neededKey(incoming: Incoming, caller: Caller): Promise<string> {
    const given = incoming.header('x-create-key');
    if (given === undefined) throw needsCreateKey(caller);
    const id = await this.#validKey(given);
    if (id === undefined) throw wrongCreateKey();
    return id;
  }

  async #validKey(given: string): Promise<string | undefined> {
    const { storage, now, onCreateKey } = this.#options;
    const found = await findCreateKey(storage.read, given, now());
    if (found) onCreateKey(found.id);
    return found?.id;
  }
}

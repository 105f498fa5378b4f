import { VerificationFailed } from '@pairspace/protocol/verify';

export const refuse = (message: string, seq?: number): never => {
  throw new VerificationFailed('format', message, { seq });
};

export const refuseCount = (items: string, most: number): never =>
  refuse(`The session has more ${items} than the ${String(most)} that this service allows.`);

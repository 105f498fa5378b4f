/** Thrown by a rule that cannot be tested with this service. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

export const skip = (reason: string): never => {
  throw new Skipped(reason);
};

/** A failure of a command that had issued something before, such as recovery codes. They are told with the failure. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
  /** The part of `details` that holds them with `--json`. */
  readonly results: Record<string, unknown>;
  /** The lines that hold them without `--json`. */
  readonly lines: readonly string[];

  constructor(cause: unknown, results: Record<string, unknown>, lines: readonly string[]) {
    super('The command has done a part of its work.', { cause });
    this.results = results;
    this.lines = lines;
  }
}

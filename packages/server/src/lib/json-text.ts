/** JSON that is already text: written into an answer as it is, never parsed again on its way out. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The text of a JSON object that has members, with one more at its end. */
export const withMember = (object: string, name: string, value: unknown): JsonText =>
  new JsonText(`${object.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`);

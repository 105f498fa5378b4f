/** JSON text that is inserted into an answer unchanged, without being parsed. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Appends a member to the text of a JSON object that has members. */
export const withMember = (object: string, name: string, value: unknown): JsonText =>
  new JsonText(`${object.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`);

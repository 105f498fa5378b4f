const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Colour = keyof typeof codes;

export type Palette = (colour: Colour, text: string) => string;

export const createPalette =
  (enabled: boolean): Palette =>
  (colour, text) =>
    enabled && text !== '' ? `\u001b[${String(codes[colour])}m${text}\u001b[0m` : text;

const agentColours: readonly Colour[] = ['cyan', 'magenta', 'green', 'yellow', 'blue'];

/** The same agent always has the same colour. */
export const colourOf = (agentId: string): Colour => {
  let sum = 0;
  for (const character of agentId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return agentColours[sum % agentColours.length] ?? 'cyan';
};

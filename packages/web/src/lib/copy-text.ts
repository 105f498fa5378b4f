/** Puts a text on the clipboard, and says whether it did. Browsers have no clipboard for a page over plain HTTP. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

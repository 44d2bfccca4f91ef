// Ids that were long numbers before a spreadsheet opened the file: it writes some of their digits and a power of ten. Several players may
// have the same one then, so none is taken.

const rounded = /^-?\d(?:[.,]\d+)?E\+\d{2,}$/i;

export const isRounded = (id: string): boolean => rounded.test(id);

/** The reason in the report. */
export const isRoundedId =
  'has an id of the form 7.6561E+16: a spreadsheet rounded it, so digits are lost; export the ids again as text';

// Texts that players and other keys can put where people at the console see them: markup, scripts, addresses, and characters that
// turn the direction of what follows. A page must show each as it is.

/** Code that leaves a mark in the page, if anything runs it. */
const mark = 'globalThis.marked=1';

export const hostileTexts = [
  `<img src=x onerror="${mark}">`,
  `</script><script>${mark}</script>`,
  `"><svg onload=${mark}>`,
  `javascript:${mark}`,
  `{{constructor.constructor('${mark}')()}}`,
  '<base href="//attacker.example/"><meta http-equiv="refresh" content="0;url=//attacker.example">',
  '<style>*{display:none}</style>',
  // RIGHT-TO-LEFT OVERRIDE, which shows what follows backwards.
  'invoice\u202Egnp.exe',
  '__proto__',
] as const;

/** As long as a player id may be, of one word and of wide letters. */
export const longText = 'Ｗ'.repeat(85) + 'W'.repeat(170);

/** Arabic with digits and a Latin word, which have directions of their own. */
export const rightToLeftText = 'سارة_99 ★ Sara';

// Words that were private names for terms of the glossary. Neither documents nor comments use them again.

export const deadWords =
  /\b(?:lanes?|turn(?:s|ed)? away|turns? callers away|fenc(?:e|ed|es)|replay(?:s|ed)?|housekeeping|sweeps?|slots?|edition|doors?|patiently|recalled)\b/gi;

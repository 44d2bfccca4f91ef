// The advice about a database that went another way than the record says, on both engines.

export const lineageAdvice =
  'devices may have seen versions that are gone, so run playkeep restored, or playkeep restored --nothing-lost where no write is missing';

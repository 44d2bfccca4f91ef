-- The value of an entry of a row (`input`) and an index (`index`). The values of all rows and indexes come as one string of bytes, in
-- the order of the rows and within a row in the order of `indexIds`. A length of -1 is for an absent value.
CASE WHEN (:entryLengths)[(input.position - 1) * cardinality(:indexIds) + index.number] >= 0
      THEN substring(:entryBytes FROM (:entryStarts)[(input.position - 1) * cardinality(:indexIds) + index.number]
        FOR (:entryLengths)[(input.position - 1) * cardinality(:indexIds) + index.number])
    END

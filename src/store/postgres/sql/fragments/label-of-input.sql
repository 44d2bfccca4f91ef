-- The columns of a label in an assignment. The labels and the folded names come in the order of the input (`input.position`); none at
-- all, where no labels are declared.
label = (:labels)[input.position], folded_name = (:foldedNames)[input.position]

-- The card of the disease that an expert names beside the label.
alter table training_votes add column disease text;
alter table training_votes add constraint training_votes_disease_has_label
  check (disease is null or label in ('common_rust', 'other_disease')) not valid;

-- An article about another disease shows photos of it once experts named it.
alter table guide_photos drop constraint guide_photos_label_check;
alter table guide_photos add constraint guide_photos_label_is_known
  check (label in ('common_rust', 'healthy', 'other_disease')) not valid;

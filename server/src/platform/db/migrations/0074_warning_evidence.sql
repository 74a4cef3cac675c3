-- The farmers behind the reports of a district and week, whose photos are evidence for a warning.
create index farmer_reports_of_district on farmer_reports (district, week, crop, disease);

-- SMS about warnings whose outcome nobody knows, for the system page.
create index warning_notices_of_unknown_outcome on warning_notices (sms_at) where sms_refused = 'unknown';

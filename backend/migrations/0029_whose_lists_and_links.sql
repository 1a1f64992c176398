-- Guest lists belong to the hosts who made them, or to the team. What was there before is the team's.

ALTER TABLE guest_lists ADD COLUMN host TEXT; -- whose account made it; NULL: nobody's, it is the team's

-- Guest lists belong to the hosts who made them, or to the team. What was there before is the team's.

ALTER TABLE guest_lists ADD COLUMN host TEXT; -- whose account made it; NULL: nobody's, it is the team's

-- Who made a link to a desk: whoever it let in without an account of their own goes with that account.

ALTER TABLE crew ADD COLUMN maker TEXT; -- whose account made it, or had the game whose token did; NULL: nobody's

UPDATE crew SET maker = (SELECT games.host FROM games WHERE games.game = crew.game);

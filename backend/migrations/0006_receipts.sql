-- Signs receipts: whoever was told of a packet can show so after every server that told it is gone.

ALTER TABLE rains ADD COLUMN receipt_key TEXT; -- secret for ever, as hex; NULL: sealed before there were receipts

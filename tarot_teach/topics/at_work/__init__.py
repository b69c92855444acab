"""Rules at work: for each rule of a page one trick, hand or score in which it decides."""

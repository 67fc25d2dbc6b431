"""Files of sites, most of them of the past."""

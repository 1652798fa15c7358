#error "not for this machine"

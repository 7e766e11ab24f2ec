// Where tabs tell each other that somebody signed out.
export const channel = () => new BroadcastChannel("members");
export const OUT = "out";
